/** Texts of tables and of charts of days, zh and en. */
const text = (zh: string, en: string) => ({ zh, en })

export const tableMessages = {
  'table.selected': text('已选 {{count}} 项', '{{count}} selected'),
  'table.stale': text('未能刷新，以下是之前的内容', 'Could not be refreshed; previous content is shown'),
  'table.chooseAll': text('选择全部 {{count}} 项', 'Select all {{count}}'),
  'table.chooseFirst': text('选择前 {{count}} 项', 'Select the first {{count}}'),
  'table.clearSelection': text('取消选择', 'Clear selection'),
  'table.nothingMatches': text('没有符合条件的记录', 'No matching records'),
  'table.resetFilters': text('清除筛选条件', 'Clear filters'),
  'table.total': text('共 {{count}} 条', '{{count}} in total'),
  'table.columns': text('选择显示的列', 'Select columns'),
  'table.page': text('第 {{page}} 页', 'Page {{page}}'),
  'table.previous': text('上一页', 'Previous page'),
  'table.next': text('下一页', 'Next page'),
  'table.actions': text('操作', 'Actions'),
  'table.select': text('选择', 'Select'),
} as const
