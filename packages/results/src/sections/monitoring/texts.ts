/** Words of the section "monitoring". */
import type { Catalogue } from '@pone/schema/coded-text.ts'

export const texts = {
  monitoring: { zh: '监控', en: 'Monitoring' },
} as const satisfies Catalogue
