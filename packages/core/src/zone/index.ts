export * from './assess.ts'
export * from './check.ts'
export * from './findings.data.ts'
export * from './value.ts'
