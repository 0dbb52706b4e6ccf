export * from './assess.ts'
export * from './bimi.ts'
export * from './caa.ts'
export { renewalNames } from './caa-renewal.ts'
export { lostWords } from './certificate-effect.ts'
export * from './check.ts'
export * from './fill-gaps.ts'
export * from './host-verdict.ts'
export * from './mta-sts.ts'
export {
  type AssessedPart,
  isPartKnown,
  type TransportContext,
  type TransportPartId,
  type TransportState,
  transportPartIds,
} from './part.ts'
export * from './parts.ts'
export * from './sender-certificates.ts'
export * from './sender-facts.ts'
export type { SenderCellReply, SenderRowReply, SendersReply } from './sender-reply.ts'
export { type SenderRow, senderRows } from './sender-rows.ts'
export * from './sender-verdict.ts'
export { senderWords } from './sender-words.data.ts'
export * from './tls-rpt.ts'
export * from './tlsa.ts'
export * from './value.ts'
