/** As much of jest-extended as the specs of @dataui/crud call. */
globalThis.expect.extend({
  toBeArrayOfSize: (received, size) => ({
    pass: Array.isArray(received) && received.length === size,
    message: () => `expected ${size} members, not ${received?.length}`,
  }),
});
