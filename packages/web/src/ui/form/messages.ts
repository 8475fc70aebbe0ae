/** Texts of the widgets of forms, zh and en. */
const text = (zh: string, en: string) => ({ zh, en })

export const formWidgetMessages = {
  'form.rows.add': text('添加一行', 'Add a row'),
  'form.rows.delete': text('删除第 {{number}} 行', 'Delete row {{number}}'),
  'form.rows.none': text('没有内容', 'No items'),
  'form.rows.cell': text('{{column}}，第 {{number}} 行', '{{column}}, row {{number}}'),
} as const
