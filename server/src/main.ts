// The same as `main.mjs`, for starts that use this name.
import './main.mjs';
