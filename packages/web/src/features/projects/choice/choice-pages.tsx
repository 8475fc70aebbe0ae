/** The pages of the projects shown as cards; only loaded when there is more than one. */
import { pageSizes } from '@pone/schema/limits.ts'
import { Pagination } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { pageItem } from '../../../ui/data-table/page-item.tsx'
import type { PageSize } from '../../../ui/data-table/use-list.ts'
import type { ProjectListState } from '../admin/project-list.ts'

export function ChoicePages({ list, total }: { readonly list: ProjectListState; readonly total: number }) {
  const t = useT()
  return (
    <Pagination
      itemRender={pageItem(t, list.page)}
      align="end"
      size="small"
      showLessItems
      showSizeChanger
      pageSizeOptions={pageSizes.map(String)}
      current={list.page}
      pageSize={list.pageSize}
      total={total}
      onChange={(page, size) => list.setPage(page, size as PageSize)}
    />
  )
}
