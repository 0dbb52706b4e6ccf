export * from './size-caps.data.ts'
