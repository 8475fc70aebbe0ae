/** Texts that the editors of components of both engines share, zh and en. */
const text = (zh: string, en: string) => ({ zh, en })

export const editorFrameMessages = {
  'editor.saved': text('已保存', 'Saved'),
  'editor.draftRestored': text('已恢复上次未保存的修改', 'Your unsaved changes have been restored'),
  'editor.draftTooLarge': text(
    '内容太大，浏览器无法暂存：重新载入页面会丢失未保存的修改，请及时保存',
    'The content is too large to be kept in the browser. Reloading the page loses unsaved changes; save regularly',
  ),
  'editor.readOnly': text('只读', 'Read-only'),

  'editor.cut': text('剪切', 'Cut'),
  'editor.duplicate': text('创建副本', 'Duplicate'),
  'editor.enable': text('启用', 'Enable'),
  'editor.disable': text('禁用', 'Disable'),
  'editor.moveUp': text('上移', 'Move up'),
  'editor.moveDown': text('下移', 'Move down'),
  'editor.indent': text('移入上方分组', 'Move into the group above'),
  'editor.outdent': text('移出分组', 'Move out of the group'),
  'editor.more': text('更多操作', 'More actions'),
  'editor.searchCount_one': text('{{count}} 处匹配', '{{count}} match'),
  'editor.searchCount': text('{{count}} 处匹配', '{{count}} matches'),

  'editor.conflict.title': text('内容已被其他人修改', 'The content has been changed by another user'),
  'editor.conflict.text': text(
    '{{editor}} 在 {{at}} 保存了新版本，您的修改还没有保存。与对方的版本相比：',
    '{{editor}} saved a newer version at {{at}}; your changes have not been saved yet. Differences from that version:',
  ),
  'editor.conflict.same': text(
    '两个版本内容相同，可以直接载入对方的版本。',
    'Both versions are identical. You can load the other version.',
  ),
  'editor.conflict.help': text(
    '载入对方的版本后仍可用“撤销”找回您的修改；另存为副本不影响对方。',
    'After you load the other version, “Undo” restores your changes. Saving a copy does not affect the other version.',
  ),
  'editor.conflict.stay': text('继续编辑', 'Continue editing'),
  'editor.conflict.load': text('载入对方的版本', 'Load other version'),
  'editor.conflict.overwrite': text('用我的覆盖', 'Overwrite with my version'),
  'editor.conflict.copy': text('把我的另存为副本', 'Save mine as a copy'),
  'editor.conflict.copySuffix': text('（我的版本）', ' (my version)'),
  'editor.conflict.copied': text('您的修改已另存为“{{name}}”', 'Your changes have been saved as “{{name}}”'),
} as const
