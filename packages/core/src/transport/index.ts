export * from './assess.ts'
export * from './bimi.ts'
export * from './caa.ts'
export * from './complete.ts'
export * from './dane-part.ts'
export * from './findings.data.ts'
export * from './mta-sts.ts'
export {
  type TransportContext,
  type TransportPart,
  type TransportPartId,
  type TransportState,
  transportTitles,
} from './part.ts'
export * from './tls-rpt.ts'
export * from './tlsa.ts'
export * from './value.ts'
