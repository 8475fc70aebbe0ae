/** Build of the web: hashed assets into dist, which the server serves; the development server passes calls on to it. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const serverAddress = process.env['PONE_SERVER'] ?? 'http://127.0.0.1:8600'

export default defineConfig({
  plugins: [react()],
  root: import.meta.dirname,
  server: { proxy: { '/apm-api': { target: serverAddress, ws: true } } },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    target: 'es2022',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/,
              priority: 30,
            },
            {
              name: 'codemirror',
              test: /node_modules[\\/](@codemirror|@lezer|codemirror)[\\/]/,
              priority: 20,
            },
            { name: 'uplot', test: /node_modules[\\/]uplot[\\/]/, priority: 20 },
          ],
        },
      },
    },
  },
})
