/** An entry of a table's page bar with a name for screen readers; antd names only the list item around it. */
import type { PaginationProps } from 'antd'
import { cloneElement, isValidElement } from 'react'
import type { Translate } from '../../lib/i18n.ts'

type ItemRender = NonNullable<PaginationProps['itemRender']>

/** @param current page that is shown, from 1; left out where the table itself keeps it */
export const pageItem =
  (t: Translate, current?: number): ItemRender =>
  (page, type, original) => {
    if (!isValidElement<Record<string, unknown>>(original)) return original
    if (type === 'prev' || type === 'next')
      return cloneElement(original, { 'aria-label': t(type === 'prev' ? 'table.previous' : 'table.next') })
    if (type !== 'page') return original
    return cloneElement(original, {
      // An anchor without address has no role, and so no name.
      role: 'link',
      'aria-label': t('table.page', { page }),
      'aria-current': page === current ? 'page' : undefined,
    })
  }
