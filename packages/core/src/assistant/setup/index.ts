export { catalogueServices } from './service-catalogue.ts'
export { setupAnswer } from './setup-answer.ts'
export { type ScanWithCost, spfCostOf } from './spf-cost.ts'
