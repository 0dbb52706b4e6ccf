export * from './events.ts'
export * from './groups.ts'
