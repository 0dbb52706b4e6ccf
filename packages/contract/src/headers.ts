import { z } from 'zod'
import { endpoint, type Frozen } from './endpoint.ts'
import {
  analyzeHeadersRoute,
  deleteHeadersRoute,
  exportHeadersPdfRoute,
  listHeadersRoute,
  readHeadersRoute,
} from './headers.route.ts'
import { threatReputation } from './threat-reputation.ts'

const headersParams = z.object({ id: z.string().max(64) })

/** A field of the pasted header, as evidence. */
const headerLine = z.object({ label: z.string(), line: z.number().int(), text: z.string() })

/** One hop, oldest first (specification 2, section 3: from, by, time). */
const hop = z.object({
  number: z.number().int(),
  from: z.string().nullable(),
  by: z.string().nullable(),
  /** The client's address as the receiving host saw it. */
  address: z.string().nullable(),
  protocol: z.string().nullable(),
  encrypted: z.boolean().nullable(),
  /** ISO 8601 in UTC. */
  time: z.string().nullable(),
  /** Signed seconds since the nearest older hop with a time. */
  delay_seconds: z.number().int().nullable(),
  at: headerLine,
})

/** What one method of authentication says, and the line it rests on. */
const methodResult = z.object({
  method: z.enum(['spf', 'dkim', 'dmarc']),
  /** In the receiver's word: pass, fail, softfail, none … */
  result: z.string(),
  /** "The receiving system reported spf=pass for example.com." */
  words: z.string(),
  /** Null where the receiver reports nothing. */
  at: headerLine.nullable(),
})

const finding = z.object({
  id: z.string(),
  /** Points of the threat score; 0 for a note. */
  points: z.number().int(),
  title: z.string(),
  meaning: z.string(),
  advice: z.string(),
  /** `RFC 9989 section 4`. */
  clause: z.string(),
  evidence: z.array(headerLine),
})

/** One identity of the message, and whether it has the organizational domain of From. */
const alignedIdentity = z.object({
  kind: z.enum(['spf', 'dkim']),
  domain: z.string(),
  result: z.string(),
  /** `strict`: the same domain. `relaxed`: the same organizational domain. `none`: another organization. */
  alignment: z.enum(['strict', 'relaxed', 'none']),
  at: headerLine,
})

const senderRule = z.object({
  id: z.string(),
  /** Who asks for it: Gmail, Yahoo, Microsoft, GMX/WEB.DE. */
  receivers: z.array(z.string()),
  title: z.string(),
  /** `unknown`: a header does not show it. */
  verdict: z.enum(['met', 'not_met', 'not_applicable', 'unknown']),
  words: z.string(),
  clause: z.string(),
})

export const headerAnalysis = z
  .object({
    id: z.string(),
    created_at: z.string(),
    /** When it is deleted. */
    expires_at: z.string(),
    threat_score: z.number().int(),
    /** At most the first 100 KB of the pasted text; the analysis is of the whole. */
    raw_headers: z.string(),
    /** The size of the pasted text in bytes, where `raw_headers` is only its beginning; null: it is whole. */
    raw_headers_cut_from: z.number().int().nullable(),
    parsed_data: z.object({
      from: z.string().nullable(),
      to: z.string().nullable(),
      subject: z.string().nullable(),
      return_path: z.string().nullable(),
      sending_ip: z.string().nullable(),
      /** The line that names it. Analyses stored before this field do not have it. */
      sending_ip_at: headerLine.nullable().optional(),
      message_id: z.string().nullable(),
      /** Fields that a message has once and this header more often. Analyses stored before this field do not have it. */
      repeated: z
        .array(
          z.object({
            /** `Message-ID`. */
            label: z.string(),
            count: z.number().int(),
            /** The first ten values from the top. */
            values: z.array(headerLine),
          }),
        )
        .optional(),
      /** The number of Received fields. */
      hops: z.number().int(),
      authentication: z.object({ spf: z.string(), dkim: z.string(), dmarc: z.string() }),
      /** Oldest first; of more than 200 hops the newest 200. */
      delivery_path: z.array(hop),
    }),
    /** spf, dkim and dmarc, in this order. */
    results: z.array(methodResult),
    /** Results that do not count, with the reason. */
    ignored_results: z.array(
      z.object({
        authserv_id: z.string().nullable(),
        /** `untrusted`: not shown to be of the receiver. `history`: below the results that count. `empty`: without a result. */
        rank: z.enum(['untrusted', 'history', 'empty']),
        words: z.string(),
        at: headerLine,
      }),
    ),
    alignment: z.object({
      /** The domain of From; null: none can be read. */
      from_domain: z.string().nullable(),
      organizational_domain: z.string().nullable(),
      identities: z.array(alignedIdentity),
      /** One passing identity is aligned; null: nothing is known. */
      aligned: z.boolean().nullable(),
    }),
    arc: z.array(
      z.object({
        instance: z.number().int(),
        seal: z.string().nullable(),
        domain: z.string().nullable(),
        words: z.string(),
        at: headerLine,
      }),
    ),
    /** What the filters on the path decided. */
    verdicts: z.array(
      z.object({
        product: z.string(),
        says: z.enum(['clean', 'bulk', 'spam', 'phishing', 'malware', 'unknown', 'note']),
        words: z.string(),
        at: headerLine,
      }),
    ),
    sender_rules: z.array(senderRule),
    findings: z.array(finding),
    /** Signatures of a whole message, checked with keys from DNS; null: only a header was pasted. */
    signatures: z
      .array(
        z.object({
          kind: z.enum(['dkim', 'arc']),
          domain: z.string(),
          selector: z.string(),
          result: z.enum(['pass', 'fail', 'neutral', 'temperror', 'permerror', 'policy', 'none']),
          words: z.string(),
        }),
      )
      .nullable(),
    /** DKIM selectors of the workspace's own domains that this message shows and the domain does not have yet. */
    new_selectors: z.array(z.object({ domain_id: z.string(), domain_name: z.string(), selector: z.string() })),
    vt_results: threatReputation,
  })
  .meta({ id: 'HeaderAnalysis' })

export type HeaderAnalysisReply = Frozen<z.infer<typeof headerAnalysis>>

export const analyzeHeaders = endpoint({
  route: analyzeHeadersRoute,
  summary:
    'Analyzes the header of a message, or a whole message: its path, the results of its receiver, and a threat score. ' +
    'The analysis is stored until `expires_at`.',
  status: 200,
  body: z.object({ raw_headers: z.string() }),
  reply: headerAnalysis,
  errors: ['unauthorized', 'validation'],
})

export const listHeaders = endpoint({
  route: listHeadersRoute,
  summary: 'Returns the stored header analyses of the workspace, newest first; at most 500.',
  status: 200,
  reply: z.object({
    analyses: z.array(
      z.object({
        id: z.string(),
        created_at: z.string(),
        expires_at: z.string(),
        subject: z.string().nullable(),
        from: z.string().nullable(),
        threat_score: z.number().int(),
      }),
    ),
  }),
  errors: ['unauthorized'],
})

export const readHeaders = endpoint({
  route: readHeadersRoute,
  summary: 'Returns a stored header analysis.',
  status: 200,
  params: headersParams,
  reply: headerAnalysis,
  errors: ['unauthorized', 'not_found'],
})

export const deleteHeaders = endpoint({
  route: deleteHeadersRoute,
  summary: 'Deletes a stored header analysis with its raw headers.',
  status: 204,
  params: headersParams,
  reply: z.null(),
  errors: ['unauthorized', 'not_found'],
})

export const exportHeadersPdf = endpoint({
  route: exportHeadersPdfRoute,
  summary: 'Returns the report of a stored header analysis as a PDF. It needs the Pro plan.',
  status: 200,
  params: headersParams,
  reply: z.string().meta({ format: 'binary' }),
  file: 'application/pdf',
  errors: ['unauthorized', 'feature_locked', 'not_found', 'unavailable'],
})
