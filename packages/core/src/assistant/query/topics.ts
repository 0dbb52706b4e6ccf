import { accountTopics } from './account-topics.ts'
import { acrossTopics } from './across-topics.ts'
import { addressTopics } from './address-topics.ts'
import { belowTopics } from './below-topics.ts'
import { changeTopics } from './change-topics.ts'
import { compareTopics } from './compare-topics.ts'
import { complianceTopics } from './compliance-topics.ts'
import { courtesyTopics } from './courtesy-topics.ts'
import { disagreeTopics } from './disagree-topics.ts'
import { domainTopics } from './domain-topics.ts'
import { findingTopics } from './finding-topics.ts'
import { gainTopics } from './gain-topics.ts'
import { generalTopics } from './general-topics.ts'
import { hostTopics } from './host-topics.ts'
import { orderTopics } from './order-topics.ts'
import { pointsTopics } from './points-topics.ts'
import { productTopics } from './product-topics.ts'
import { recordTopics } from './record-topics.ts'
import { reportsTopics } from './reports-topics.ts'
import { roomTopics } from './room-topics.ts'
import { ruaTopics } from './rua-topics.ts'
import { severalTopics } from './several-topics.ts'
import type { Topic } from './topic.ts'
import { uncheckedTopics } from './unchecked-topics.ts'
import { writeTopics } from './write-topics.ts'

/** Everything that can be asked beside the attributes and the short texts. Among equal fits the first one answers. */
export const topics: readonly Topic[] = [
  ...courtesyTopics,
  ...disagreeTopics,
  ...findingTopics,
  ...orderTopics,
  ...pointsTopics,
  ...gainTopics,
  ...recordTopics,
  ...roomTopics,
  ...uncheckedTopics,
  ...ruaTopics,
  ...reportsTopics,
  ...hostTopics,
  ...compareTopics,
  ...belowTopics,
  ...writeTopics,
  ...changeTopics,
  ...addressTopics,
  ...complianceTopics,
  ...accountTopics,
  ...productTopics,
  ...severalTopics,
  ...domainTopics,
  ...acrossTopics,
  ...generalTopics,
]
