import type { signIn as ko } from '../ko/sign-in.ts';
import type { Same } from '../same.ts';

export const signIn: Same<typeof ko> = {
  headline: 'Where you see now,',
  signInLead: 'Sign in and go on where you left off.',
  username: 'Username',
  password: 'Password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  enterUsername: 'Please enter your username.',
  enterPassword: 'Please enter your password.',
  wrongCredentials: 'Wrong username or password.',
  keepSignedIn: 'Keep me signed in',
  signIn: 'Sign in',
  signingIn: 'Signing in',
  passkey: 'Sign in with a passkey',
  otherWays: 'Other ways',
  signUp: 'Sign up',
  findUsername: 'Find username',
  findPassword: 'Find password',
  lookAround: 'Look at prices without signing in',
};
