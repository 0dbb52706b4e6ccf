import type { Call } from './endpoint-call.ts'
import { theirMessages } from './endpoint-calls-account.ts'

/** The calls of the tools: record builders, flattening, header analyses, the assistant, watched addresses. */
export const toolCalls: Readonly<Record<string, Call>> = {
  'spf.saved': { params: ({ domainId }) => ({ domainId }), neighbor: 404 },
  'spf.generate': {
    body: ({ domainId }) => ({ domain_id: domainId, use_mx: true }),
    neighbor: 404,
    touches: [
      '+ audit_event of person of owner owner',
      'generated_spf this: generated_at, record, settings',
      'rate_limit spf.generate person of owner: n',
    ],
  },
  'spf.preview': {
    body: ({ domainId }) => ({ domain_id: domainId, use_mx: true }),
    neighbor: 404,
    touches: ['rate_limit spf.preview person of owner: n'],
  },
  'dmarc.saved': { params: ({ domainId }) => ({ domainId }), neighbor: 404 },
  'dmarc.generate': {
    body: ({ domainId }) => ({ domain_id: domainId, policy: 'quarantine', rua_email: 'dmarc@example.com' }),
    neighbor: 404,
    touches: [
      '+ audit_event of person of owner owner',
      'generated_dmarc this: generated_at, record, settings',
      'rate_limit dmarc.generate person of owner: n',
    ],
  },
  'records.check': {
    body: ({ domainId }) => ({ domain_id: domainId, kind: 'dmarc', record: 'v=DMARC1; p=reject' }),
    neighbor: 404,
    touches: ['rate_limit records.check person of owner: n'],
  },
  'spf-flattening.list': { neighbor: 'their own' },
  'spf-flattening.flatten': {
    body: ({ domainName }) => ({ original_domain: domainName, original_spf_record: 'v=spf1 ip4:192.0.2.7 -all' }),
    neighbor: 404,
    touches: [
      '+ audit_event of person of owner owner',
      '+ flattening_version of hosted',
      'flattening hosted: changed_at, checked_at, memory, next_check_at, original_record, view',
      'rate_limit spf-flattening.flatten person of owner: n',
    ],
  },
  'spf-flattening.check': {
    params: ({ flatteningId }) => ({ id: flatteningId }),
    neighbor: 404,
    touches: [
      'flattening hosted: checked_at, memory, next_check_at',
      'rate_limit spf-flattening.check person of owner: n',
    ],
  },
  'spf-flattening.decide': {
    params: ({ flatteningId }) => ({ id: flatteningId }),
    body: ({ additionsVersion }) => ({ decision: 'accept', version: additionsVersion }),
    neighbor: 404,
    touches: [
      '+ audit_event of person of owner owner',
      'flattening hosted: checked_at, memory, next_check_at',
      'rate_limit spf-flattening.decide person of owner: n',
    ],
  },
  'spf-flattening.versions': { params: ({ flatteningId }) => ({ id: flatteningId }), neighbor: 404 },
  'spf-flattening.delete': {
    params: ({ flatteningId }) => ({ id: flatteningId }),
    neighbor: 404,
    touches: ['+ audit_event of person of owner owner', 'flattening hosted: domain_id, next_check_at'],
  },
  'watched-addresses.list': { neighbor: 'their own' },
  'watched-addresses.add': {
    body: () => ({ range: '8.26.57.10' }),
    neighbor: 'their own',
    touches: [
      '+ audit_event of person of owner owner',
      '+ watched_address 8.26.57.10 of owner',
      '+ watched_range of person of owner owner',
    ],
  },
  'watched-addresses.delete': {
    params: ({ watchedId }) => ({ id: watchedId }),
    neighbor: 404,
    touches: [
      '+ audit_event of person of owner owner',
      '- watched_address watched 8.26.58.10',
      '- watched_range watched',
    ],
  },
  'blocklists.list': { neighbor: 'their own' },
  'blocklists.set-off': {
    body: () => ({ off: ['swinog', 'psbl'] }),
    neighbor: 'their own',
    touches: [
      '+ audit_event of person of owner owner',
      '+ blocklist_off owner psbl',
      '- blocklist_off owner kempt',
      'blocklist_off owner swinog: at',
    ],
    touchesOfMember: [
      '+ audit_event of person of owner owner',
      '+ blocklist_off owner psbl',
      '- blocklist_off owner kempt',
      'blocklist_off owner swinog: at, author',
    ],
    touchesAgain: ['blocklist_off owner psbl: at', 'blocklist_off owner swinog: at'],
  },
  'blocklists.add': {
    body: () => ({ name: 'Ours', zone: 'bl.added.example', kind: 'ip' }),
    neighbor: 'their own',
    touches: [
      '+ audit_event of person of owner owner',
      '+ own_blocklist of person of owner owner',
      'rate_limit blocklists.add person of owner: n',
    ],
  },
  'blocklists.delete': {
    params: ({ blocklistId }) => ({ id: blocklistId }),
    neighbor: 404,
    touches: ['+ audit_event of person of owner owner', '- own_blocklist listed'],
  },
  'headers.list': { neighbor: 'their own' },
  'headers.analyze': {
    body: () => ({ raw_headers: 'Subject: pasted' }),
    neighbor: 'their own',
    touches: ['+ header_analysis of person of owner owner', 'rate_limit headers.analyze person of owner: n'],
  },
  'headers.read': {
    params: ({ analysisId }) => ({ id: analysisId }),
    neighbor: 404,
    touches: ['rate_limit headers.read person of owner: n'],
  },
  'headers.export-pdf': {
    params: ({ analysisId }) => ({ id: analysisId }),
    neighbor: 404,
    touches: ['rate_limit headers.export-pdf person of owner: n'],
  },
  'headers.delete': {
    params: ({ analysisId }) => ({ id: analysisId }),
    neighbor: 404,
    touches: ['- header_analysis pasted'],
  },
  'diagnostics.ai-analysis': {
    params: ({ domainId }) => ({ id: domainId }),
    neighbor: 404,
    touches: ['rate_limit diagnostics.ai-analysis person of owner: n'],
  },
  'diagnostics.ai-chat': {
    params: ({ domainId }) => ({ id: domainId }),
    body: () => ({ message: 'How secure is this domain?' }),
    neighbor: 404,
    touches: ['rate_limit diagnostics.ai-chat person of owner: n'],
  },
  'headers.ai-analysis': {
    params: ({ analysisId }) => ({ id: analysisId }),
    neighbor: 404,
    touches: ['rate_limit headers.ai-analysis person of owner: n'],
  },
  'headers.ai-chat': {
    params: ({ analysisId }) => ({ id: analysisId }),
    body: () => ({ message: 'Is this message spam?' }),
    neighbor: 404,
    touches: ['rate_limit headers.ai-chat person of owner: n'],
  },
  'chat.history': { neighbor: 'their own' },
  'chat.query': {
    body: () => ({ message: 'Which of my domains need attention?' }),
    neighbor: 'their own',
    touches: ['+ chat_message of person of owner owner', 'rate_limit chat.query person of owner: n'],
    touchesOfKey: ['rate_limit chat.query person of owner: n'],
  },
  'chat.clear': {
    neighbor: 'their own',
    touches: theirMessages,
    touchesOfMember: ['- chat_message of person of owner owner'],
  },
}
