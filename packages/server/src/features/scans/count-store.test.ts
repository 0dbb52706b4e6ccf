import { eq } from 'drizzle-orm'
import { decision } from '../../db/schema/index.ts'
import { storeTests, type World } from '../../testing/neighbors.ts'
import * as store from './count-store.ts'
import { recountFindings } from './finding-store.ts'

/** Takes back the decisions about a domain. */
async function undecided(world: World, name: string): Promise<void> {
  const domainId = world.id(`owner/${name}`)
  await world.db.delete(decision).where(eq(decision.domainId, domainId))
  await world.transaction(tx => recountFindings(tx, { workspaceId: world.id('owner'), domainId }))
}

const changed = (name: string) => [
  `- decision owner/${name} decision on dmarc_missing`,
  `- decision owner/${name} decision on spf_missing`,
  `finding owner/${name} dmarc_missing : counts_domain, counts_from`,
  `finding owner/${name} spf_missing : counts_domain, counts_from`,
]
const added = ['+ finding_count owner finding dmarc_missing', '+ finding_count owner finding spf_missing']

storeTests<typeof store>('the store of kept counts', {
  keptCounts: {
    'counts the scanned domains of one workspace, and no finding that a decision leaves out': {
      call: ({ db, id, now }) => store.keptCounts(db, id('owner'), now),
      touches: [],
      answers: { scanned: 2, findings: [], unchecked: [] },
    },
    'counts findings with the points that all domains regain': {
      call: async world => {
        await undecided(world, 'shared')
        await undecided(world, 'own')
        return (await store.keptCounts(world.db, world.id('owner'), world.now)).findings
      },
      touches: [...added, ...changed('own'), ...changed('shared')].sort(),
      answers: [
        { id: 'dmarc_missing', domains: 2, regains: 30 },
        { id: 'spf_missing', domains: 2, regains: 40 },
      ],
    },
  },
  findingsOf: {
    'finds those of the given domains of one workspace, the costliest first, and which a decision leaves out': {
      call: async world => {
        const of = (workspace: 'owner' | 'neighbor') => {
          const domainIds = [world.id('owner/own'), world.id('neighbor/own')]
          return store.findingsOf(world.db, world.id(workspace), { domainIds, now: world.now })
        }
        const before = await of('owner')
        await undecided(world, 'own')
        return [
          before.map(row => [row.domainId, row.id, row.isOpen]),
          (await of('owner')).map(row => [row.id, row.isOpen]),
        ]
      },
      touches: [...added, ...changed('own')].sort(),
      answers: [
        [
          ['owner/own', 'dmarc_missing', false],
          ['owner/own', 'spf_missing', false],
        ],
        [
          ['dmarc_missing', true],
          ['spf_missing', true],
        ],
      ],
    },
  },
  worstWith: {
    'finds the domains of one workspace with a finding that no decision leaves out': {
      call: async world => {
        await undecided(world, 'own')
        const about = { id: 'dmarc_missing' as const, now: world.now, limit: 5 }
        return store.worstWith(world.db, world.id('owner'), about)
      },
      touches: [...added, ...changed('own')].sort(),
      answers: [{ domainId: 'owner/own', name: 'owner.example' }],
    },
  },
})
