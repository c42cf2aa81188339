import { configure } from '@testing-library/react';

// What a test waits for comes when it comes: on a busy machine a screen may take longer than the usual second.
configure({ asyncUtilTimeout: 10_000 });
