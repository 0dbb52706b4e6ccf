import { deferred } from '../../ui/deferred.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'

/** From the generated record to a published one. Its code follows that of the builder, which needs it only later. */
export const PublishSteps = deferred({
  what: 'The next steps',
  load: () => import('./publish-steps.tsx'),
  pick: module => module.PublishSteps,
  waiting: (
    <Loading what="the next steps">
      <Skeleton className="h-96" />
    </Loading>
  ),
})
