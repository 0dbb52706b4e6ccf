/**
 * fast-check as the tests see it (`vitest.config.ts` puts it in its place): every run has the same seed, so that a test
 * that passes once passes again. `npm run explore` runs the properties with other values, many more of them; what it finds
 * becomes an example in a test.
 *
 * - `PROPERTY_SEED`: another seed, or `random`
 * - `PROPERTY_RUNS`: the number of runs of a property that names none
 */
import { configureGlobal } from '../node_modules/fast-check/lib/fast-check.js'

const { PROPERTY_SEED = '20261126', PROPERTY_RUNS = '100' } = process.env

configureGlobal({
  ...(PROPERTY_SEED === 'random' ? {} : { seed: Number(PROPERTY_SEED) }),
  numRuns: Number(PROPERTY_RUNS),
})

export * from '../node_modules/fast-check/lib/fast-check.js'
export { default } from '../node_modules/fast-check/lib/fast-check.js'
