import {
  addDomain as addEndpoint,
  addDomains as addManyEndpoint,
  addSelector as addSelectorEndpoint,
  changeTags as changeTagsEndpoint,
  deleteDomain,
  deleteSelector as deleteSelectorEndpoint,
  listDomains,
  listSelectors as listSelectorsEndpoint,
  setTags as setTagsEndpoint,
  wording,
} from '@waxseal/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { serve } from '../../http/serve.ts'
import { addDomain } from './add-domain.ts'
import { addDomains } from './add-domains.ts'
import { presentDomain } from './present.ts'
import { addSelector, deleteSelector, listSelectors } from './selectors.ts'
import { domainsOf, removeDomain } from './store.ts'
import { changeTags, setTags } from './tags.ts'

export function routes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, listDomains, async ({ account }) => {
    const rows = await domainsOf(deps.store.db, account.id)
    return rows.map(presentDomain)
  })

  serve(app, deps, addEndpoint, async ({ account }, { body }) => {
    const added = await addDomain(deps, account, body.domain_name)
    return presentDomain({ ...added, scanning: false })
  })

  serve(app, deps, addManyEndpoint, async ({ account }, { body }) => {
    const { added, skipped, leftOut } = await addDomains(deps, account, body.names)
    return { added: added.map(row => presentDomain({ ...row, scanning: false })), skipped, left_out: leftOut }
  })

  serve(app, deps, setTagsEndpoint, ({ account }, { params, body }) => setTags(deps, account.id, params.id, body.tags))

  serve(app, deps, changeTagsEndpoint, ({ account }, { body }) => changeTags(deps, account.id, body.domain_ids, body))

  serve(app, deps, deleteDomain, async ({ account }, { params }) => {
    const removed = await removeDomain(deps.store.db, account.id, params.id)
    if (!removed) throw new Refusal('not_found', wording.notFound)
    return null
  })

  serve(app, deps, listSelectorsEndpoint, ({ account }, { params }) => listSelectors(deps, account.id, params.id))

  serve(app, deps, addSelectorEndpoint, ({ account }, { params, body }) =>
    addSelector(deps, account.id, params.id, body.selector),
  )

  serve(app, deps, deleteSelectorEndpoint, ({ account }, { params }) =>
    deleteSelector(deps, account.id, params.id, params.selector),
  )
}
