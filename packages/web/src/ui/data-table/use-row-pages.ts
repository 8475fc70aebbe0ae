/** Pages of a table whose rows are all in the browser: each table that may become long draws one page of them at a time. */
import type { TableProps } from 'antd'
import { useMedia } from '../theme/use-media.ts'

/** @returns the table's `pagination`: none for a single page, and none on paper, where all rows are wanted */
export function useRowPages(count: number, pageSize = 50): NonNullable<TableProps['pagination']> {
  const isPrinting = useMedia('print')
  return count > pageSize && !isPrinting
    ? { defaultPageSize: pageSize, size: 'small', showSizeChanger: false }
    : false
}
