import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const fromHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  resolve: {
    // Relative to this file, so that a mutated copy of the repository tests itself, not the original.
    alias: [{ find: /^@keyroll\/([^/]+)$/, replacement: fromHere('./packages/$1/src/index.ts') }],
  },
  test: {
    // A file that ends in .test.ts is fast and needs no server and no browser.
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/tooling/property-settings.ts'],
    setupFiles: ['test/setup.ts'],
    testTimeout: 30_000,
  },
})
