export * from './assess.ts'
export * from './findings.data.ts'
export * from './value.ts'
