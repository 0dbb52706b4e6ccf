import { eq } from 'drizzle-orm'
import { decision, scan } from '../../db/schema/index.ts'
import { storeTests, type World } from '../../testing/neighbors.ts'
import * as store from './finding-store.ts'

const of = ({ id }: World, name: string) => ({ workspaceId: id('owner'), domainId: id(`owner/${name}`) })
const domains = ['owner/shared', 'owner/own']

storeTests<typeof store>('the store of findings', {
  lockedWorkspace: {
    'knows the workspace of a domain': {
      call: ({ transaction, id }) => transaction(tx => store.lockedWorkspace(tx, id('neighbor/own'))),
      touches: [],
      answers: 'neighbor',
    },
  },
  keptScan: {
    'knows when the scan finished whose findings are kept': {
      call: ({ transaction, id }) => transaction(tx => store.keptScan(tx, id('owner/own'))),
      touches: [],
      answers: '2026-11-18T09:00:00.000Z',
    },
  },
  newestDocument: {
    'finds the newest of one domain': {
      call: async ({ db, id }) => (await store.newestDocument(db, id('owner/shared')))?.finishedAt,
      touches: [],
      answers: '2026-11-19T09:00:00.000Z',
    },
  },
  replaceFindings: {
    'puts those of one domain in the place of the older ones, and keeps since when each is there': {
      call: async world => {
        const findings = [
          { id: 'dmarc_missing' as const, subject: '', points: -30, regains: 30, score: 45 },
          { id: 'bl_critical' as const, subject: 'zen', points: -25, regains: 25, score: 45 },
        ]
        const hosts = { mx: ['mx.example.net'], spf: ['_spf.shared.example', 'spf.example.net'] }
        const kept = { finishedAt: world.now, unchecked: ['relay' as const], findings, hosts }
        await world.transaction(tx => store.replaceFindings(tx, of(world, 'shared'), kept))
        const [before] = await store.domainsWithFinding(world.db, world.id('owner'), 'bl_critical')
        return [before?.since]
      },
      touches: [
        '+ domain_host owner/shared mx mx.example.net',
        '+ domain_host owner/shared spf spf.example.net',
        '+ finding owner/shared bl_critical zen',
        '+ finding_count owner finding bl_critical',
        '+ finding_count owner unchecked relay',
        '- domain_host owner/shared mx mail.shared.example',
        '- finding owner/shared spf_missing ',
        'finding owner/shared dmarc_missing : points, regains',
        'finding_source owner/shared: unchecked',
      ],
      answers: ['2026-11-20T09:00:00.000Z'],
    },
    'leaves the hosts of a kind that could not be asked': {
      call: world => {
        const kept = { finishedAt: world.now, unchecked: [], findings: [], hosts: { mx: [] } }
        return world.transaction(tx => store.replaceFindings(tx, of(world, 'own'), kept))
      },
      touches: [
        '- domain_host owner/own mx mail.shared.example',
        '- finding owner/own dmarc_missing ',
        '- finding owner/own spf_missing ',
        'finding_source owner/own: finished_at',
      ],
      answers: null,
    },
  },
  recountFindings: {
    'counts those of one domain that no decision leaves out any more': {
      call: async world => {
        await world.db.delete(decision).where(eq(decision.domainId, world.id('owner/shared')))
        await world.transaction(tx => store.recountFindings(tx, of(world, 'shared')))
      },
      touches: [
        '+ finding_count owner finding dmarc_missing',
        '+ finding_count owner finding spf_missing',
        '- decision owner/shared decision on dmarc_missing',
        '- decision owner/shared decision on spf_missing',
        'finding owner/shared dmarc_missing : counts_domain, counts_from',
        'finding owner/shared spf_missing : counts_domain, counts_from',
      ],
      answers: null,
    },
  },
  unfilledDomains: {
    'finds those whose newest scan is not kept': {
      call: async ({ db }) => (await store.unfilledDomains(db, { after: undefined, limit: 10 })).length,
      touches: [],
      answers: 2,
    },
    'goes on after a domain': {
      call: async ({ db }) => {
        const [first] = await store.unfilledDomains(db, { after: undefined, limit: 1 })
        const rest = await store.unfilledDomains(db, { after: first, limit: 10 })
        return [first === undefined, rest.includes(first ?? ''), rest.length]
      },
      touches: [],
      answers: [false, false, 1],
    },
  },
  forgetFindings: {
    'deletes those of a domain without a stored scan, and no others': {
      call: async ({ db, id }) => {
        await db.delete(scan).where(eq(scan.domainId, id('owner/own')))
        await store.forgetFindings(db)
      },
      touches: [
        '- domain_host owner/own mx mail.shared.example',
        '- domain_host owner/own spf _spf.shared.example',
        '- finding owner/own dmarc_missing ',
        '- finding owner/own spf_missing ',
        '- finding_source owner/own',
        ...[1, 2, 3].map(n => `- scan owner/own scan ${n}`),
        ...[1, 2, 3].map(n => `- scan_document owner/own scan ${n}`),
        'finding_count owner scanned : domains',
      ],
      answers: null,
    },
  },
  domainsWithFinding: {
    'finds those of one workspace with one finding': {
      call: async ({ db, id }) => {
        const rows = await store.domainsWithFinding(db, id('owner'), 'dmarc_missing')
        return [rows.length, domains.every(name => rows.some(row => row.domainId === id(name))), rows[0]?.since]
      },
      touches: [],
      answers: [2, true, '2026-11-17T09:00:00.000Z'],
    },
  },
  findingCounts: {
    'counts the domains of one workspace by finding, the most frequent first': {
      call: async world => {
        const kept = {
          finishedAt: world.now,
          unchecked: [],
          findings: [{ id: 'spf_missing' as const, subject: '', points: -20, regains: 20, score: 45 }],
          hosts: {},
        }
        await world.transaction(tx => store.replaceFindings(tx, of(world, 'shared'), kept))
        return store.findingCounts(world.db, world.id('owner'))
      },
      touches: ['- finding owner/shared dmarc_missing '],
      answers: [
        { id: 'spf_missing', domains: 2 },
        { id: 'dmarc_missing', domains: 1 },
      ],
    },
  },
  findingsByDomain: {
    'gives those of one workspace with these ids by domain, the costliest first': {
      call: async ({ db, id }) => {
        const ids = ['dmarc_missing', 'spf_missing'] as const
        const [one = ''] = domains
        const of = (options: object) => store.findingsByDomain(db, id('owner'), { ids, limit: 10, ...options })
        const all = await of({})
        return [
          all.length,
          all.map(({ findings }) => findings.map(([finding]) => finding)),
          (await of({ ids: ['spf_missing'] })).map(({ findings }) => findings.length),
          (await of({ limit: 1 })).map(({ findings }) => findings.map(([finding]) => finding)),
          (await of({ domainIds: [id(one)] })).map(({ domainId }) => domainId === id(one)),
          (await of({ domainIds: [] })).length,
        ]
      },
      touches: [],
      answers: [
        2,
        [
          ['dmarc_missing', 'spf_missing'],
          ['dmarc_missing', 'spf_missing'],
        ],
        [1, 1],
        [['dmarc_missing']],
        [true],
        0,
      ],
    },
  },
  domainsNaming: {
    'finds those of one workspace that name a host, whatever for': {
      call: async ({ db, id }) => {
        const rows = await store.domainsNaming(db, id('owner'), '_spf.shared.example')
        return [rows.length, rows.every(({ kind }) => kind === 'spf'), await store.domainsNaming(db, id('owner'), 'no')]
      },
      touches: [],
      answers: [2, true, []],
    },
  },
})
