/** Texts of trees and catalogues, zh and en. */
const text = (zh: string, en: string) => ({ zh, en })

export const treeMessages = {
  'catalogue.name': text('名称', 'Name'),
  'catalogue.content': text('内容', 'Content'),
  'catalogue.changedBy': text('最近修改人', 'Modified by'),
  'catalogue.changedAt': text('最近修改时间', 'Last modified'),
  'catalogue.newFolder': text('新建目录', 'New folder'),
  'catalogue.newFolderName': text('新目录', 'New folder'),
  'catalogue.emptyFolder': text('此目录为空', 'This folder is empty'),
  'catalogue.emptyReadOnly': text(
    '您在该项目中只能查看组件。',
    'Your role in this project has read-only access to components.',
  ),
  'catalogue.resize': text('调整目录宽度', 'Resize the catalogue'),
  'catalogue.componentCount': text('{{count}} 个组件', '{{count}} components'),
  'catalogue.componentCount_one': text('{{count}} 个组件', '{{count}} component'),
  'catalogue.deleteNamed': text('删除 {{name}}', 'Delete {{name}}'),
  'catalogue.deleteTitle': text('删除{{names}}？', 'Delete {{names}}?'),
  'catalogue.quoted': text('“{{name}}”', '“{{name}}”'),
  'catalogue.listSeparator': text('、', ', '),
  'tree.search': text('搜索：{{name}}', 'Search {{name}}'),
  'tree.copied': text('已复制 {{count}} 项，可粘贴到其他目录', '{{count}} copied; paste into another folder'),
  'tree.cutDone': text(
    '已剪切 {{count}} 项，粘贴到目标目录即可移动',
    '{{count}} cut; paste into another folder to move',
  ),
  'tree.cut': text('剪切', 'Cut'),
  'tree.moveUp': text('上移', 'Move up'),
  'tree.moveDown': text('下移', 'Move down'),
  'tree.found': text('找到 {{count}} 项', '{{count}} found'),
  'tree.nothingCopied': text('请先复制，再粘贴', 'Copy before pasting'),
  'tree.cannotPaste': text('不能粘贴到这里', 'Cannot be pasted here'),
  'tree.rootFixed': text('根节点不能删除', 'The root cannot be deleted'),
  'tree.nothingFound': text('没有找到匹配的节点', 'No matching nodes'),
} as const
