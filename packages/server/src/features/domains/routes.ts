import {
  addDomain as addEndpoint,
  addDomains as addManyEndpoint,
  addSelector as addSelectorEndpoint,
  changeTags as changeTagsEndpoint,
  deleteDomain as deleteEndpoint,
  deleteSelector as deleteSelectorEndpoint,
  listDomains,
  listSelectors as listSelectorsEndpoint,
  setSchedule as setScheduleEndpoint,
  setTags as setTagsEndpoint,
} from '@waxseal/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { type Handler, serve } from '../../http/serve.ts'
import { addDomain } from './add-domain.ts'
import { addDomains } from './add-domains.ts'
import { deleteDomain } from './delete-domain.ts'
import { findDomains } from './find-domains.ts'
import { withOpenWorst } from './open-worst.ts'
import { presentDomain } from './present.ts'
import { readOnlyAmong } from './read-only.ts'
import { addSelector, deleteSelector, listSelectors } from './selectors.ts'
import { setSchedule } from './set-schedule.ts'
import { changeTags, setTags } from './tags.ts'

export function routes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, listDomains, async ({ actor }, { query }) => {
    const rows = await findDomains(deps.store.db, actor.workspace.id, query)
    const ids = rows.map(({ id }) => id)
    const readOnly = await readOnlyAmong(deps.store.db, actor.workspace, ids)
    return withOpenWorst(
      deps,
      actor,
      rows.map(row => presentDomain(row, readOnly.has(row.id))),
    )
  })

  serve(app, deps, addEndpoint, async ({ actor }, { body }) => {
    const added = await addDomain(deps, actor, body.domain_name)
    // The plan had room for it.
    return presentDomain({ ...added, scanning: false }, false)
  })

  const addMany: Handler<typeof addManyEndpoint> = async ({ actor }, { body }) => {
    const { added, skipped, leftOut } = await addDomains(deps, actor, body.names)
    return { added: added.map(row => presentDomain({ ...row, scanning: false }, false)), skipped, left_out: leftOut }
  }
  serve(app, deps, addManyEndpoint, addMany, { slowBody: true })

  serve(app, deps, setTagsEndpoint, ({ actor }, { params, body }) => setTags(deps, actor, params.id, body.tags))

  serve(app, deps, setScheduleEndpoint, ({ actor }, { params, body }) =>
    setSchedule(deps, actor, params.id, body.frequency),
  )

  serve(app, deps, changeTagsEndpoint, ({ actor }, { body }) => changeTags(deps, actor, body.domain_ids, body))

  serve(app, deps, deleteEndpoint, ({ actor, signal }, { params, query }) =>
    deleteDomain(deps, actor, { id: params.id, isConfirmed: query.confirmed === 'true' }, signal),
  )

  serve(app, deps, listSelectorsEndpoint, ({ actor }, { params }) => listSelectors(deps, actor, params.id))

  serve(app, deps, addSelectorEndpoint, ({ actor }, { params, body }) =>
    addSelector(deps, actor, params.id, body.selector),
  )

  serve(app, deps, deleteSelectorEndpoint, ({ actor }, { params }) =>
    deleteSelector(deps, actor, params.id, params.selector),
  )
}
