export * from './analyze-message.ts'
export * from './read-header.ts'
export * from './verify-message.ts'
