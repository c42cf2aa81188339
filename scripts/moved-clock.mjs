// Loaded into a server before anything else (`node --import`): its wall clock stands elsewhere, so that a journey meets
// the same open and closed markets on every day of the week, and a token can grow old in a moment.
const { now } = Date;
let ahead = Number(process.env.CLOCK_AHEAD_MS ?? '0');

Date.now = () => now() + ahead;

process.on('SIGUSR2', () => {
  ahead += Number(process.env.CLOCK_STEP_MS ?? '0');
});
