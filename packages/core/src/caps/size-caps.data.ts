/**
 * The size caps: how much is read and kept of what comes from outside, in one place. Each is a constant of its own, so that
 * the browser gets only those it uses. What enforces a cap imports it from here. Numbers of questions, connections and
 * seconds are budgets (docs/architecture.md, section 4), and what a PDF report shows is in the server's `reports/bounds.ts`.
 */

/** A row of the table. */
export interface SizeCap {
  most: number
  unit: 'bytes' | 'characters' | 'items'
  /** What it bounds. */
  bounds: string
  /** The file that enforces it, below `packages`. */
  enforcedIn: string
}

const kb = 1024
const mb = 1024 * kb

/*
 * A scan. 8 MB hold a thousand long answers of an honest zone, or about a hundred of maximum length (64 KB). Of these a scan
 * keeps its sections; those of honest scans have 0.1 MB.
 */
export const scanAnswerBytes = 8 * mb
export const scanSectionCharacters = 2 * mb
export const sectionEvidenceCharacters = 512 * kb
export const answerEvidenceCharacters = 64 * kb
export const laterAnswerCharacters = kb
export const storedScanBytes = 64 * mb

/* The SPF record of a domain with all that it includes. The largest recorded tree weighs a tenth of the cap. */
export const spfTreeBytes = mb
/** Which is more than every recorded tree. Measured: up to 4 ms for names and ranges, 30 ms for a thousand IPv6 addresses. */
export const spfInlineBytes = 64 * kb
export const spfTreeLookups = 40
export const spfTreeDepth = 12
export const spfRecordTerms = 500
export const spfRecordErrors = 20
export const spfRecordCharacters = 16 * kb
export const spfTermCharacters = 300
/** Of IPv4 and IPv6 each. */
export const spfHostAddresses = 256
export const previewTextCharacters = 128 * kb

/* Other records and files. RFC 8461 section 3.3 leaves the size of a policy to the sender and mentions 64 kilobytes. */
export const dkimRecordCharacters = 8 * kb
export const dmarcRecordCharacters = 8 * kb
export const policyBytes = 64 * kb

/* A pasted header. */
export const pastedHeaderBytes = mb
export const headerFields = 200_000
export const headerFieldCharacters = 200_000
export const structuredFieldCharacters = 100_000
export const shownFieldCharacters = 10_000
/* What is stored of its analysis. */
export const storedHeaderBytes = 100 * kb
export const storedHeaderBodyBytes = 16 * mb
export const storedHops = 200
export const storedItems = 50
export const storedTextCharacters = 1_000

/** All of them, by name. */
export const sizeCaps = {
  scanAnswerBytes: {
    most: scanAnswerBytes,
    unit: 'bytes',
    bounds: 'all DNS answers of a scan in memory',
    enforcedIn: 'scanner/src/dns/budget.ts',
  },
  scanSectionCharacters: {
    most: scanSectionCharacters,
    unit: 'characters',
    bounds: 'all sections of a scan together, as they are stored: values and evidence',
    enforcedIn: 'scanner/src/bounded-sections.ts',
  },
  sectionEvidenceCharacters: {
    most: sectionEvidenceCharacters,
    unit: 'characters',
    bounds: 'the answers in the evidence of one section; later ones are cut short',
    enforcedIn: 'core/src/dns/recording-resolver.ts',
  },
  answerEvidenceCharacters: {
    most: answerEvidenceCharacters,
    unit: 'characters',
    bounds: 'one answer as evidence',
    enforcedIn: 'core/src/dns/recording-resolver.ts',
  },
  laterAnswerCharacters: {
    most: laterAnswerCharacters,
    unit: 'characters',
    bounds: 'one answer as evidence, when the evidence before it is at its cap',
    enforcedIn: 'core/src/dns/recording-resolver.ts',
  },
  storedScanBytes: {
    most: storedScanBytes,
    unit: 'bytes',
    bounds: 'a stored scan, unpacked',
    enforcedIn: 'server/src/features/scans/document.ts',
  },
  spfTreeBytes: {
    most: spfTreeBytes,
    unit: 'bytes',
    bounds: 'all records, terms and addresses of an SPF tree together',
    enforcedIn: 'core/src/spf/tree.ts',
  },
  spfInlineBytes: {
    most: spfInlineBytes,
    unit: 'bytes',
    bounds: 'the SPF tree that a scan reads on the thread of its server; a larger one is read in another thread',
    enforcedIn: 'core/src/spf/tree-elsewhere.ts',
  },
  spfTreeLookups: {
    most: spfTreeLookups,
    unit: 'items',
    bounds: 'the terms of an SPF tree that are followed',
    enforcedIn: 'core/src/spf/tree-walk.ts',
  },
  spfTreeDepth: {
    most: spfTreeDepth,
    unit: 'items',
    bounds: 'the records on one path of an SPF tree',
    enforcedIn: 'core/src/spf/tree-walk.ts',
  },
  spfRecordTerms: {
    most: spfRecordTerms,
    unit: 'items',
    bounds: 'the terms of one SPF record',
    enforcedIn: 'core/src/spf/tree-walk.ts',
  },
  spfRecordErrors: {
    most: spfRecordErrors,
    unit: 'items',
    bounds: 'the syntax errors of one SPF record',
    enforcedIn: 'core/src/spf/tree-walk.ts',
  },
  spfRecordCharacters: {
    most: spfRecordCharacters,
    unit: 'characters',
    bounds: 'the text of one SPF record in a tree',
    enforcedIn: 'core/src/spf/tree.ts',
  },
  spfTermCharacters: {
    most: spfTermCharacters,
    unit: 'characters',
    bounds: 'the text of one SPF term in a tree',
    enforcedIn: 'core/src/spf/tree-walk.ts',
  },
  spfHostAddresses: {
    most: spfHostAddresses,
    unit: 'items',
    bounds: 'the addresses of one host in an SPF tree, of IPv4 and IPv6 each',
    enforcedIn: 'core/src/spf/tree-hosts.ts',
  },
  previewTextCharacters: {
    most: previewTextCharacters,
    unit: 'characters',
    bounds: 'the SPF records that the preview of a record reads',
    enforcedIn: 'core/src/spf/preview.ts',
  },
  dkimRecordCharacters: {
    most: dkimRecordCharacters,
    unit: 'characters',
    bounds: 'one DKIM record',
    enforcedIn: 'core/src/dkim/record.ts',
  },
  dmarcRecordCharacters: {
    most: dmarcRecordCharacters,
    unit: 'characters',
    bounds: 'one DMARC record',
    enforcedIn: 'core/src/dmarc/record.ts',
  },
  policyBytes: {
    most: policyBytes,
    unit: 'bytes',
    bounds: 'an MTA-STS policy file',
    enforcedIn: 'scanner/src/checks/transport-policy.ts',
  },
  pastedHeaderBytes: {
    most: pastedHeaderBytes,
    unit: 'bytes',
    bounds: 'a pasted header or message',
    enforcedIn: 'contract/src/limits.ts',
  },
  headerFields: {
    most: headerFields,
    unit: 'items',
    bounds: 'the fields of a pasted header',
    enforcedIn: 'scanner/src/message/read-header.ts',
  },
  headerFieldCharacters: {
    most: headerFieldCharacters,
    unit: 'characters',
    bounds: 'the value of one header field',
    enforcedIn: 'scanner/src/message/read-header.ts',
  },
  structuredFieldCharacters: {
    most: structuredFieldCharacters,
    unit: 'characters',
    bounds: 'a header field that is read piece by piece',
    enforcedIn: 'core/src/headers/lexeme.ts',
  },
  shownFieldCharacters: {
    most: shownFieldCharacters,
    unit: 'characters',
    bounds: 'a header field that is decoded for people',
    enforcedIn: 'scanner/src/message/read-header.ts',
  },
  storedHeaderBytes: {
    most: storedHeaderBytes,
    unit: 'bytes',
    bounds: 'the raw text that is stored with a header analysis',
    enforcedIn: 'server/src/features/headers/stored-text.ts',
  },
  storedHeaderBodyBytes: {
    most: storedHeaderBodyBytes,
    unit: 'bytes',
    bounds: 'a stored header analysis, unpacked',
    enforcedIn: 'server/src/db/header-body.ts',
  },
  storedHops: {
    most: storedHops,
    unit: 'items',
    bounds: 'the hops of a stored header analysis',
    enforcedIn: 'server/src/features/headers/document.ts',
  },
  storedItems: {
    most: storedItems,
    unit: 'items',
    bounds: 'every other list of a stored header analysis',
    enforcedIn: 'server/src/features/headers/document.ts',
  },
  storedTextCharacters: {
    most: storedTextCharacters,
    unit: 'characters',
    bounds: 'every text of a stored header analysis',
    enforcedIn: 'server/src/features/headers/document.ts',
  },
} as const satisfies Record<string, SizeCap>

export type SizeCapName = keyof typeof sizeCaps
