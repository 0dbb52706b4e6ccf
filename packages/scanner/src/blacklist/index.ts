export * from './access.ts'
export type { AccessOptions, BlocklistAccess, ListOptions, UserLists } from './shared-access.ts'
export { sharedAccess } from './shared-access.ts'
