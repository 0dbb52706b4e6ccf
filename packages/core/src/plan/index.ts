export * from './gates.ts'
export * from './plans.ts'
export * from './roles.ts'
export * from './tiers.ts'
