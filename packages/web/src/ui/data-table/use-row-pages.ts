/** Pages of a table whose rows are all in the browser: each table that may become long draws one page of them at a time. */
import type { TableProps } from 'antd'
import { useT } from '../../lib/i18n.ts'
import { useIsPrinting } from '../print/use-is-printing.ts'
import { pageItem } from './page-item.tsx'

/** @returns the table's `pagination`: none for a single page, and none on paper, where all rows are wanted */
export function useRowPages(count: number, pageSize = 50): NonNullable<TableProps['pagination']> {
  const t = useT()
  const isPrinting = useIsPrinting()
  return count > pageSize && !isPrinting
    ? { defaultPageSize: pageSize, size: 'small', showSizeChanger: false, itemRender: pageItem(t) }
    : false
}
