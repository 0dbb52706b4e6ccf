export { costGrowth, type Prepare } from './cost-growth.ts'
export { expectLinearCost, type LinearCost } from './linear-cost.ts'
export { countWords, plainEnglishFaults, wordFaults, wordingFaults } from './plain-english.ts'
