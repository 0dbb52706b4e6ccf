export * from './gates.ts'
export * from './plans.ts'
export * from './tiers.ts'
