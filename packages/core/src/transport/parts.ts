import type { FindingOf, FindingRows } from '../check/index.ts'
import { type BimiFacts, bimi } from './bimi-part.ts'
import { type CaaFacts, caa } from './caa-part.ts'
import { type CertificateFacts, certificate } from './certificate-part.ts'
import type { DaneFindingFacts } from './dane-findings.data.ts'
import { dane } from './dane-part.ts'
import { type DnssecFindingFacts, dnssec } from './dnssec-part.ts'
import type { MtaStsFacts } from './mta-sts-findings.data.ts'
import { mtaSts } from './mta-sts-part.ts'
import type { TransportPartId } from './part.ts'
import { type ReverseFindingFacts, reverse } from './reverse-part.ts'
import { type StarttlsFacts, starttls } from './starttls-part.ts'
import { type TlsRptFacts, tlsRpt } from './tls-rpt-part.ts'

/** The data for the texts of all parts' findings. */
export interface TransportFacts
  extends StarttlsFacts,
    CertificateFacts,
    ReverseFindingFacts,
    MtaStsFacts,
    TlsRptFacts,
    DaneFindingFacts,
    DnssecFindingFacts,
    BimiFacts,
    CaaFacts {}

export type TransportFinding = FindingOf<TransportFacts>

/** The protocols of the group. Each finding belongs to one of them. */
export const transportParts = {
  starttls,
  certificate,
  reverse,
  'mta-sts': mtaSts,
  'tls-rpt': tlsRpt,
  dane,
  dnssec,
  bimi,
  caa,
} satisfies { readonly [Id in TransportPartId]: { id: TransportPartId } }

export const transportRows: FindingRows<TransportFacts> = {
  ...starttls.findings,
  ...certificate.findings,
  ...reverse.findings,
  ...mtaSts.findings,
  ...tlsRpt.findings,
  ...dane.findings,
  ...dnssec.findings,
  ...bimi.findings,
  ...caa.findings,
}
