export * from './assess.ts'
export * from './value.ts'
