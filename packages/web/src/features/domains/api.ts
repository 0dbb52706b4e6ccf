import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import {
  addDomainRoute,
  addDomainsRoute,
  changeTagsRoute,
  deleteDomainRoute,
  setScheduleRoute,
} from '@waxseal/contract/routes'
import { call, type Reply } from '../../lib/api.ts'
import { conflictDetail, lockedFeature } from '../../lib/api-error.ts'
import { type Domain, domainsQuery, keys } from '../../lib/queries.ts'
import { useAction } from '../../lib/use-action.ts'
import type { TagChange } from './tags.ts'
import { domainTexts } from './wording.ts'

/** Reloads the list, and then what depends on it, after domains were added or deleted. */
async function loadList(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: domainsQuery.queryKey })
  void client.invalidateQueries({ queryKey: keys.dashboard })
  void client.invalidateQueries({ queryKey: keys.flattening })
}

/** A domain to add, and whether it is scanned at once. */
interface Adding {
  name: string
  scan: boolean
}

/**
 * Adds a domain. Calls `onClose` when the dialog is finished: the domain was added, or the plan does not allow it. In
 * the first case it calls `onAdded` before.
 */
export function useAddDomain(onClose: () => void, onAdded: (domain: Domain, scan: boolean) => void) {
  const client = useQueryClient()
  return useAction({
    key: ['domains', 'add'],
    run: ({ name }: Adding) => call(addDomainRoute, { body: { domain_name: name.trim() } }),
    success: domainTexts.added,
    failure: { failure: domainTexts.addFailed, preferDetail: true },
    onSuccess: async (domain, { scan }) => {
      // The dialog waits for the list: the button that gets the focus back may disappear with the empty state.
      await loadList(client)
      onAdded(domain, scan)
      onClose()
    },
    onError: error => {
      if (lockedFeature(error) === 'domains') onClose()
    },
  })
}

export type Added = Reply<typeof addDomainsRoute>

/** Adds the domains of a text. Calls `onDone` with the result, or `onLocked` when the plan allows no further domain. */
export function useAddDomains({ onDone, onLocked }: { onDone: (added: Added) => void; onLocked: () => void }) {
  const client = useQueryClient()
  return useAction({
    key: ['domains', 'add-many'],
    run: (names: string) => call(addDomainsRoute, { body: { names } }),
    failure: { failure: 'Failed to add the domains', preferDetail: true },
    onSuccess: async added => {
      await loadList(client)
      onDone(added)
    },
    onError: error => {
      if (lockedFeature(error) === 'domains') onLocked()
    },
  })
}

interface Tagging {
  domains: readonly Domain[]
  change: TagChange
}

export function useChangeTags() {
  const client = useQueryClient()
  return useAction({
    key: ['domains', 'tags'],
    run: ({ domains, change }: Tagging) =>
      call(changeTagsRoute, {
        body: { domain_ids: domains.map(({ id }) => id), add: [...change.add], remove: [...change.remove] },
      }),
    success: ({ changed, full }) => (changed.length > 0 || full.length === 0 ? 'Tags saved' : null),
    failure: {
      failure: 'Failed to save the tags',
      preferDetail: true,
      failureByStatus: { 404: 'Nothing changed. The selected domains are no longer in your list.' },
    },
    onSuccess: ({ changed }) => {
      const tags = new Map(changed.map(one => [one.id, one.tags]))
      client.setQueryData(domainsQuery.queryKey, domains =>
        domains?.map(domain => ({ ...domain, tags: tags.get(domain.id) ?? domain.tags })),
      )
    },
    // Loads changes made elsewhere meanwhile, for example in another tab.
    onSettled: () => void client.invalidateQueries({ queryKey: domainsQuery.queryKey }),
  })
}

interface Scheduling {
  domains: readonly Domain[]
  frequency: Domain['scan_schedule']
}

/** Sets the schedule of one domain after the other. */
export function useSetSchedule() {
  const client = useQueryClient()
  return useAction({
    key: ['domains', 'schedule'],
    run: async ({ domains, frequency }: Scheduling) => {
      for (const { id } of domains) await call(setScheduleRoute, { params: { id }, body: { frequency } })
    },
    success: 'Schedule saved',
    failure: {
      failure: 'Failed to save the schedule',
      preferDetail: true,
      failureByStatus: { 404: 'This domain is no longer in your list' },
    },
    // Also after a failure: the schedules of some may be saved.
    onSettled: () => client.invalidateQueries({ queryKey: domainsQuery.queryKey }),
  })
}

interface Deleting {
  domain: Domain
  /** The user knows that mail depends on it. */
  confirmed: boolean
}

/**
 * Deletes a domain. While its SPF record includes a hosted one, the server refuses unless `confirmed`, and `onConflict`
 * gets its sentence. `onDone`: the domain is deleted, or could not be.
 */
export function useDeleteDomain({ onConflict, onDone }: { onConflict: (warning: string) => void; onDone: () => void }) {
  const client = useQueryClient()
  return useAction({
    key: ['domains', 'delete'],
    run: ({ domain, confirmed }: Deleting) =>
      call(deleteDomainRoute, { params: { id: domain.id }, query: confirmed ? { confirmed: 'true' } : {} }),
    success: domainTexts.deleted,
    failure: {
      failure: domainTexts.deleteFailed,
      failureByStatus: { 404: 'This domain is no longer in your list' },
      answers: ['conflict'],
    },
    onError: error => {
      const warning = conflictDetail(error)
      if (warning !== null) onConflict(warning)
    },
    // Also after a failure: it may have been deleted elsewhere.
    onSettled: async (_reply, error) => {
      if (conflictDetail(error) !== null) return
      await loadList(client)
      onDone()
    },
  })
}
