// Buttons that are pressed twice: the first press arms one, the second one sends its request.

const ARMED_MS = 6_000;

export class Arming {
  #host;
  #armed = '';
  #timer = null;

  constructor(host) {
    this.#host = host;
  }

  is(button) {
    return this.#armed === button;
  }

  /** Arms a button and returns false, or returns true if it was armed. */
  press(button) {
    const again = this.is(button);
    clearTimeout(this.#timer);
    this.#set(again ? '' : button);
    if (!again) this.#timer = setTimeout(() => this.disarm(button), ARMED_MS);
    return again;
  }

  disarm(button) {
    if (this.is(button)) this.#set('');
  }

  /** Disarms whatever is armed, and returns whether something was. */
  disarmAny() {
    const armed = this.#armed !== '';
    this.#set('');
    return armed;
  }

  #set(button) {
    this.#armed = button;
    this.#host.requestUpdate();
  }
}
