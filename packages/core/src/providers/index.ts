export * from './provider.ts'
export { deadSpfNames, type Provider, type ProviderCategory, providers } from './providers.data.ts'
export type { SharedOwner } from './shared-infrastructure.data.ts'
export * from './shared-infrastructure.ts'
