export type { UserLists } from './blacklist/index.ts'
export { checkAddress } from './checks/blacklist.ts'
export { lookAtCertificates, type SeenCertificates } from './checks/certificate-look.ts'
export type { Dial } from './dial.ts'
export type { QuestionMeter } from './dns/index.ts'
export {
  invalidDomainMessage,
  type NormalizedDomain,
  normalizeDomain,
  normalizeName,
  organizationalDomain,
} from './domain-name.ts'
export {
  checkWebhookUrl,
  createHttpsGet,
  createHttpsPost,
  type HttpsFailure,
  type HttpsPost,
  type HttpsPostOptions,
  type PostReply,
  type PostRequest,
  secondsOfRetryAfter,
  type WebhookKind,
  type WebhookVerdict,
  webhookKinds,
} from './https/index.ts'
export { fromKeptAnswers, type KeptAnswers, keepingAnswers, noAnswers } from './kept-answers.ts'
export { analyzeMessage, type CheckedSignature, verifyMessage } from './message/index.ts'
export type { CheckProgress, ScanProgress } from './progress.ts'
export { reportText } from './report-text.ts'
export { askReputation, type ReputationSubject } from './reputation.ts'
export { type ScanOptions, scan } from './scan.ts'
export { type DnsSession, type OpenDnsOptions, type OpenedDns, openDns, type WarmDns } from './scan-dns.ts'
export { addressRules, openRelayProbe } from './smtp/index.ts'
export {
  confirmParts,
  type SnapshotOptions,
  takeSnapshot,
  type Watched,
  watchDomain,
} from './snapshot.ts'
export {
  meteredSources,
  openThreat,
  type StoredVirusTotal,
  type VirusTotalMemory,
  type VirusTotalOptions,
  type VirusTotalRequest,
  type VirusTotalSubject,
} from './threat/index.ts'
