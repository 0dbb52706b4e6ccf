/** Subscriptions as the API answers them. */
export const end = '2099-12-20T12:00:00.000Z'
export const pro = {
  plan: 'pro',
  billing_period: 'monthly',
  status: 'active',
  current_period_end: end,
  past_due_since: null,
  credit: 0,
}
export const business = { ...pro, plan: 'business' }
export const toPro = {
  scheduled: true,
  currentPlan: 'business',
  newPlan: 'pro',
  newPeriod: 'monthly',
  effectiveDate: end,
  newPrice: 49,
}
