import type { CheckId } from '@waxseal/core/check'
import type { ScanReply } from '../../lib/queries.ts'

export {
  badgeStatus,
  blacklistStatus,
  couldNotCheck,
  dmarcStatus,
  doesNotExist,
  hasNullMx,
  inSentence,
  isOpen,
  mxStatus,
  namedWord,
  notApplicable,
  notForVisitors,
  relayHostStatus,
  relayStatus,
  type Status,
  spfStatus,
  suspected,
  switchedOff,
  threatStatus,
  tooFewLists,
} from '@waxseal/core/health'

export type Finding = ScanReply['findings'][number]
export type SectionState = ScanReply['sections'][CheckId]
