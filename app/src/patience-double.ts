import { configure } from '@testing-library/react';

// Tests wait for a condition, not for a time: on a busy machine a screen may take longer than the usual second.
configure({ asyncUtilTimeout: 10_000 });
