import type { Answer, Resolver } from '@waxseal/core/dns'
import type {
  FlattenInput,
  FlattenResult,
  HostedCheck,
  HostedSpf,
  HostSpfInput,
  HostSpfResult,
  KnownHostedSpf,
  SpfPreview,
  SpfSettings,
} from '@waxseal/core/spf'

/** DNS without answers from before, for what is published. Everything ends with its signal. */
export interface FreshDns {
  first: Resolver
  /** Shares no answers with the first: the zones' own servers, or when these may not be asked, the resolvers again. */
  second: Resolver
  /** Reports "missing" only after it asked the zone's own servers, if these may be asked. */
  confirming: Resolver
}

/** The work was given up, because it takes too long. */
export class SpfWorkFailed extends Error {
  override readonly name = 'SpfWorkFailed'
}

/**
 * Work on SPF records that others publish, each as the function of core that it names. The resolvers end it: their signal
 * is the caller's. What is given up is a lookup over budget in results that can say so.
 */
export interface SpfWork {
  /** `previewSpf`. @throws SpfWorkFailed */
  preview(first: Resolver, domain: string, settings: SpfSettings, published: Answer<'TXT'>): Promise<SpfPreview>
  /** `hostSpf` */
  host(first: Resolver, input: HostSpfInput, existing: KnownHostedSpf | null, now: Date): Promise<HostSpfResult>
  /** `checkHosted` */
  check(resolvers: { first: Resolver; second: Resolver }, input: HostedSpf, now: Date): Promise<HostedCheck>
  /** `flattenSpf` */
  flatten(first: Resolver, input: Omit<FlattenInput, 'signal'>): Promise<FlattenResult>
}
