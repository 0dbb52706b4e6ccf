export * from './filter-source.ts'
export * from './list-source.ts'
export * from './metered.ts'
export * from './open-threat.ts'
