import type { UnseenChange } from '@waxseal/core/watch'
import { eq } from 'drizzle-orm'
import { domain } from '../../db/schema/index.ts'
import { storeTests, type World } from '../../testing/neighbors.ts'
import * as store from './store.ts'

const unknownId = '00000000-0000-4000-8000-000000000000'
const row = ({ id, now }: World, name: string) => ({ workspaceId: id('owner'), name, createdAt: now })

const byGuest = (id: World['id']) => ({ tags: ['client'], tagsAuthor: id('guest of owner') })

storeTests<typeof store>('the store of domains', {
  domainsOf: {
    'lists those of one workspace, with whether a scan is under way': {
      call: async ({ db, id }) => (await store.domainsOf(db, id('owner'))).map(row => [row.id, row.scanning]),
      touches: [],
      answers: [
        ['owner/own', true],
        ['owner/shared', true],
      ],
    },
    'tells a scan under way of no domain but its own': {
      call: async ({ db, id, transaction, now }) => {
        await transaction(tx => store.insertDomain(tx, { workspaceId: id('owner'), name: 'a.example', createdAt: now }))
        return (await store.domainsOf(db, id('owner'))).map(row => [row.name, row.scanning])
      },
      touches: ['+ domain of owner', '+ watch of owner'],
      answers: [
        ['a.example', false],
        ['owner.example', true],
        ['shared.example', true],
      ],
    },
  },
  domainsWith: {
    'finds those of one workspace whose name has the text, with whether a scan is under way': {
      call: async ({ db, id }) =>
        (await store.domainsWith(db, id('owner'), { text: 'owner', limit: 10 })).map(row => [row.id, row.scanning]),
      touches: [],
      answers: [['owner/own', true]],
    },
  },
  changedDomains: {
    'names those of one workspace that changed after their last scan': {
      call: async ({ db, id }) => {
        for (const name of ['owner/own', 'neighbor/own'])
          await db
            .update(domain)
            .set({ unseenChanges: [{ part: 'dmarc' } as UnseenChange] })
            .where(eq(domain.id, id(name)))
        return (await store.changedDomains(db, id('owner'))).map(row => [row.id, row.scanning])
      },
      touches: ['neighbor', 'owner'].map(name => `domain ${name}/own: unseen_changes`),
      answers: [['owner/own', true]],
    },
  },
  ownedSummary: {
    'finds a domain of its workspace alone, with whether a scan is under way': {
      call: async ({ db, id }) => {
        const names = ['owner/own', 'neighbor/own']
        const rows = await Promise.all(names.map(name => store.ownedSummary(db, id('owner'), id(name))))
        return [...rows, await store.ownedSummary(db, id('owner'), 'no id')].map(row => row?.scanning ?? null)
      },
      touches: [],
      answers: [true, null, null],
    },
  },
  ownedDomain: {
    'finds a domain of its workspace alone': {
      call: async ({ db, id }) => {
        const asked = ['owner/shared', 'neighbor/shared'].map(name => store.ownedDomain(db, id('owner'), id(name)))
        const rows = await Promise.all([...asked, store.ownedDomain(db, id('owner'), 'no id')])
        return rows.map(row => row?.id ?? null)
      },
      touches: [],
      answers: ['owner/shared', null, null],
    },
  },
  lockedDomain: {
    'finds a domain of its workspace alone': {
      call: ({ transaction, id }) =>
        transaction(async tx => {
          const mine = await store.lockedDomain(tx, id('owner'), id('owner/own'))
          return [mine?.id, await store.lockedDomain(tx, id('owner'), id('neighbor/own'))]
        }),
      touches: [],
      answers: ['owner/own', null],
    },
  },
  domainCount: {
    'counts those of one workspace': {
      call: ({ db, id }) => store.domainCount(db, id('owner')),
      touches: [],
      answers: 2,
    },
  },
  ownedDomainNamed: {
    'knows the names of one workspace': {
      call: ({ transaction, id }) =>
        transaction(tx =>
          Promise.all(
            ['shared.example', 'neighbor.example'].map(name => store.ownedDomainNamed(tx, id('owner'), name)),
          ),
        ),
      touches: [],
      answers: [true, false],
    },
  },
  oldestDomains: {
    'are those of one workspace, at most so many': {
      call: async ({ db, id }) => [
        (await store.oldestDomains(db, id('owner'), 10)).length,
        (await store.oldestDomains(db, id('owner'), 1)).length,
      ],
      touches: [],
      answers: [2, 1],
    },
    'go by the moment before they go by the id': {
      call: async world => {
        await world.db.insert(domain).values({ ...row(world, 'new.example'), id: unknownId })
        return (await store.oldestDomains(world.db, world.id('owner'), 3)).indexOf(unknownId)
      },
      touches: ['+ domain of owner'],
      answers: 2,
    },
  },
  insertDomain: {
    'adds one, of a name that the neighbor has too': {
      call: async world => {
        const added = await world.transaction(tx => store.insertDomain(tx, row(world, 'neighbor.example')))
        return added?.name
      },
      touches: ['+ domain of owner', '+ watch of owner'],
      answers: 'neighbor.example',
    },
    'adds none twice': {
      call: world => world.transaction(tx => store.insertDomain(tx, row(world, 'shared.example'))),
      touches: [],
      answers: null,
    },
  },
  ownedNames: {
    'finds those of one workspace': {
      call: async ({ transaction, id }) => {
        const names = ['shared.example', 'neighbor.example', 'none.example']
        return [...(await transaction(tx => store.ownedNames(tx, id('owner'), names)))].sort()
      },
      touches: [],
      answers: ['shared.example'],
    },
  },
  insertDomains: {
    'adds several': {
      call: async world => {
        const rows = ['a.example', 'b.example'].map(name => row(world, name))
        return [...(await world.transaction(tx => store.insertDomains(tx, rows))).keys()].sort()
      },
      touches: ['+ domain of owner', '+ domain of owner', '+ watch of owner', '+ watch of owner'],
      answers: ['a.example', 'b.example'],
    },
  },
  updateTags: {
    'sets those of one domain': {
      call: ({ db, id }) => store.updateTags(db, id('owner'), id('owner/shared'), byGuest(id)),
      touches: ['domain owner/shared: tags, tags_author'],
      answers: true,
    },
    'sets none of another workspace’s domain': {
      call: ({ db, id }) => store.updateTags(db, id('owner'), id('neighbor/shared'), byGuest(id)),
      touches: [],
      answers: false,
    },
  },
  tagsForUpdate: {
    'reads those of one workspace’s domains': {
      call: async ({ transaction, id }) => {
        const ids = ['owner/shared', 'neighbor/shared'].map(id)
        return (await transaction(tx => store.tagsForUpdate(tx, id('owner'), ids))).map(row => row.id)
      },
      touches: [],
      answers: ['owner/shared'],
    },
  },
  writeTags: {
    'writes each domain’s own, and none of another workspace’s': {
      call: async ({ transaction, db, id }) => {
        const rows = [
          { id: id('owner/shared'), tags: ['a'] },
          { id: id('owner/own'), tags: ['b'] },
          { id: id('neighbor/own'), tags: ['b'] },
        ]
        await transaction(tx => store.writeTags(tx, id('owner'), rows, id('guest of owner')))
        return (await store.domainsOf(db, id('owner'))).map(row => [row.id, row.tags])
      },
      touches: ['domain owner/own: tags, tags_author', 'domain owner/shared: tags, tags_author'],
      answers: [
        ['owner/own', ['b']],
        ['owner/shared', ['a']],
      ],
    },
  },
  removeDomain: {
    'removes one with all that hangs on it, and nothing else': {
      call: ({ db, id }) => store.removeDomain(db, id('owner'), id('owner/own')),
      touches: [
        '- alert owner alert old of owner.example',
        '- alert owner alert told of owner.example',
        '- alert owner alert waits of owner.example',
        '- alert_memory owner/own dmarc_fail dmarc',
        '- alert_notice owner alert told of owner.example slack',
        '- alert_notice owner alert waits of owner.example slack',
        '- alert_notice owner alert waits of owner.example webhook',
        '- decision owner/own decision on dmarc_missing',
        '- decision owner/own decision on spf_missing',
        '- dkim_selector owner/own k1',
        '- dkim_selector owner/own k2',
        '- dkim_selector owner/own s1',
        '- dkim_selector owner/own s2',
        ...[1, 2].map(n => `- dns_change owner/own change ${n}`),
        '- domain owner/own',
        '- domain_host owner/own mx mail.shared.example',
        '- domain_host owner/own spf _spf.shared.example',
        '- finding owner/own dmarc_missing ',
        '- finding owner/own spf_missing ',
        '- finding_source owner/own',
        '- generated_dmarc owner/own',
        '- generated_spf owner/own',
        '- report_share owner/own share expired',
        '- report_share owner/own share new',
        '- report_share owner/own share opened',
        '- scan owner/own scan 1',
        '- scan owner/own scan 2',
        '- scan owner/own scan 3',
        '- scan_document owner/own scan 1',
        '- scan_document owner/own scan 2',
        '- scan_document owner/own scan 3',
        '- scan_run owner/own run 1',
        '- scan_run owner/own run 2',
        '- scan_run owner/own run 3',
        '- scan_run owner/own run failed',
        '- scan_run owner/own run open',
        '- watch owner/own',
        'finding_count owner scanned : domains',
        'flattening owner hosted own: domain_id',
      ],
      answers: true,
    },
    'removes none of another workspace’s': {
      call: ({ db, id }) => store.removeDomain(db, id('owner'), id('neighbor/own')),
      touches: [],
      answers: false,
    },
  },
  summarise: {
    'writes the summary of one domain': {
      call: ({ transaction, id, now }) =>
        transaction(tx =>
          store.summarise(tx, id('owner/own'), {
            lastScanAt: now,
            mxCount: 2,
            blacklistCount: 1,
            authStatus: 'pass',
            authText: 'OK',
            badges: null,
            relayTestResult: 'closed',
            score: 90,
            issues: ['SPF record missing'],
          }),
        ),
      touches: [
        'domain owner/own: auth_status, auth_text, blacklist_count, issues, last_scan_at, mx_count, relay_test_result, score, scored_at',
      ],
      answers: null,
    },
    'keeps the last known score of a domain whose scan gave none': {
      call: ({ transaction, id, now }) =>
        transaction(tx =>
          store.summarise(tx, id('owner/shared'), {
            lastScanAt: now,
            mxCount: null,
            blacklistCount: null,
            authStatus: 'unknown',
            authText: null,
            badges: null,
            relayTestResult: null,
            score: null,
            issues: [],
          }),
        ),
      touches: ['domain owner/shared: last_scan_at, score_is_old'],
      answers: null,
    },
  },
})
