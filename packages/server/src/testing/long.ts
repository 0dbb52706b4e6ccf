/** Whether tests that have a long form run it, as `npm run soak` does. */
export const isLong = process.env['LONG_TESTS'] === '1'
