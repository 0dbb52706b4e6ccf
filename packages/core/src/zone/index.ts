export * from './findings.data.ts'
