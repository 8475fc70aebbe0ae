/** Texts of the run-time settings that are not in their forms, zh and en. */
const text = (zh: string, en: string) => ({ zh, en })

export const settingMessages = {
  'component.threadGroup.forever': text('永远', 'Forever'),
  'component.settings.baseUrl': text('基础地址', 'Base address'),
  'component.credential.sealedHelp': text(
    '加密保存，不再显示，在样本和日志中以 •••• 代替；导出的代码中只有圆点，换环境时请改用变量。',
    'Stored encrypted, never shown again, and replaced by •••• in samples and logs. Exported code contains only dots; use a variable to run it in another environment.',
  ),
} as const
