import type Stripe from 'stripe'

/** The parameters of each request that the fake Stripe answers, by Stripe's own types. */
export interface Requests {
  'POST /v1/customers': Stripe.CustomerCreateParams
  'POST /v1/customers/:id': Stripe.CustomerUpdateParams
  'GET /v1/customers/:id': Stripe.CustomerRetrieveParams
  'GET /v1/customers/search': Stripe.CustomerSearchParams
  'GET /v1/prices/:id': Stripe.PriceRetrieveParams
  'POST /v1/checkout/sessions': Stripe.Checkout.SessionCreateParams
  'GET /v1/checkout/sessions': Stripe.Checkout.SessionListParams
  'GET /v1/checkout/sessions/:id': Stripe.Checkout.SessionRetrieveParams
  'POST /v1/checkout/sessions/:id/expire': Stripe.Checkout.SessionExpireParams
  'GET /v1/billing_portal/configurations': Stripe.BillingPortal.ConfigurationListParams
  'POST /v1/billing_portal/sessions': Stripe.BillingPortal.SessionCreateParams
  'GET /v1/subscriptions': Stripe.SubscriptionListParams
  'GET /v1/subscriptions/:id': Stripe.SubscriptionRetrieveParams
  'POST /v1/subscriptions/:id': Stripe.SubscriptionUpdateParams
  'DELETE /v1/subscriptions/:id': Stripe.SubscriptionCancelParams
  'POST /v1/subscription_schedules': Stripe.SubscriptionScheduleCreateParams
  'GET /v1/subscription_schedules/:id': Stripe.SubscriptionScheduleRetrieveParams
  'POST /v1/subscription_schedules/:id': Stripe.SubscriptionScheduleUpdateParams
  'POST /v1/subscription_schedules/:id/release': Stripe.SubscriptionScheduleReleaseParams
  'GET /v1/invoices': Stripe.InvoiceListParams
  'POST /v1/invoices/create_preview': Stripe.InvoiceCreatePreviewParams
}

export type RequestName = keyof Requests
