import { storeTests, type World } from '../../testing/neighbors.ts'
import * as store from './report-identity-store.ts'

const read = async ({ db, id }: World, of = 'owner') => {
  const found = await store.identityOf(db, id(of))
  return found && [found.name, found.logo && [Buffer.from(found.logo.content).toString(), found.logo.width]]
}
const change = ({ now, id }: World) => ({ changedAt: new Date(now.getTime() + 1), author: id('guest of owner') })

storeTests<typeof store>('the store of names and logos on reports', {
  identityOf: {
    'is that of one workspace': {
      call: async world => [await read(world), await read(world, 'neighbor')],
      touches: [],
      answers: [
        ['Reports of owner', ['logo of owner', 40]],
        ['Reports of neighbor', ['logo of neighbor', 40]],
      ],
    },
  },
  storeIdentity: {
    'puts a name in place of the one of one workspace, and keeps the logo': {
      call: async world => {
        await world.transaction(tx =>
          store.storeIdentity(tx, world.id('owner'), { name: 'Kite', logo: null }, change(world)),
        )
        return read(world)
      },
      touches: ['report_identity owner: author, changed_at, name'],
      answers: ['Kite', ['logo of owner', 40]],
    },
    'puts a logo in place too': {
      call: async world => {
        const logo = { type: 'image/jpeg' as const, width: 30, height: 30, content: Buffer.from('other') }
        await world.transaction(tx => store.storeIdentity(tx, world.id('owner'), { name: 'Kite', logo }, change(world)))
        return read(world)
      },
      touches: ['report_identity owner: author, changed_at, logo, logo_height, logo_type, logo_width, name'],
      answers: ['Kite', ['other', 30]],
    },
  },
  removeLogo: {
    'removes that of one workspace, and keeps the name': {
      call: async world => {
        await world.transaction(tx => store.removeLogo(tx, world.id('owner'), change(world)))
        return read(world)
      },
      touches: ['report_identity owner: author, changed_at, logo, logo_height, logo_type, logo_width'],
      answers: ['Reports of owner', null],
    },
  },
})
