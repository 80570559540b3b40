import fc from 'fast-check';

/** Properties try the same values each time, so that a failure can be looked at again. */
fc.configureGlobal({ seed: 20_261_118 });
